"use strict";
(function () {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  document.querySelector(".tools").hidden = false;

  function remembered(key, value) {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch (error) {
      return null;
    }
    return null;
  }

  const saved = remembered("zuno-theme");
  if (saved === "light" || saved === "dark") root.dataset.theme = saved;

  function toggleTheme() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remembered("zuno-theme", root.dataset.theme);
  }

  function togglePublic() {
    const on = root.dataset.show !== "public";
    if (on) root.dataset.show = "public";
    else delete root.dataset.show;
    byId("public-only").setAttribute("aria-pressed", String(on));
  }

  function filter() {
    const wanted = byId("filter").value.trim().toLowerCase();
    let kept = 0;
    for (const item of all(".item, .document")) {
      const hit = !wanted || item.textContent.toLowerCase().includes(wanted);
      item.classList.toggle("away", !hit);
      if (hit) kept += 1;
    }
    byId("found").textContent = wanted ? "符合 " + kept + " 项" : "";
  }

  function reveal(id) {
    const target = id && byId(id);
    if (!target) return;
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
      at.classList.remove("away");
      if (at.dataset.part === "internal" && root.dataset.show === "public") togglePublic();
    }
    all("mark.flash").forEach((item) => item.classList.remove("flash"));
    if (id.startsWith("q-")) {
      const marks = all("mark[data-q]").filter((item) => item.dataset.q.split(" ").includes(id));
      marks.forEach((item) => item.classList.add("flash"));
      if (marks[0]) marks[0].scrollIntoView({ block: "center" });
    } else {
      target.scrollIntoView({ block: "start" });
    }
    if (target.tabIndex >= -1 && target.hasAttribute("tabindex")) target.focus({ preventScroll: true });
  }

  function step(by) {
    const items = all(".item, .document").filter((item) => item.offsetParent !== null);
    if (!items.length) return;
    const here = document.activeElement && document.activeElement.closest(".item, .document");
    let at = items.indexOf(here);
    if (at < 0) at = items.findIndex((item) => item.getBoundingClientRect().top > 0) - (by > 0 ? 1 : 0);
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
    const focusable = next.hasAttribute("tabindex") ? next : next.querySelector("summary");
    focusable.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  const keys = {
    j: () => step(1),
    k: () => step(-1),
    t: toggleTheme,
    p: togglePublic,
    "?": () => byId("help").showModal(),
    "/": () => byId("filter").focus(),
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "Escape" && byId("filter").value) {
      byId("filter").value = "";
      filter();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const act = keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
  byId("theme").addEventListener("click", toggleTheme);
  byId("public-only").addEventListener("click", togglePublic);
  byId("help-open").addEventListener("click", () => byId("help").showModal());
  byId("filter").addEventListener("input", filter);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) setTimeout(() => reveal(decodeURIComponent(link.getAttribute("href").slice(1))), 0);
  });
  window.addEventListener("hashchange", () => reveal(decodeURIComponent(location.hash.slice(1))));
  window.addEventListener("beforeprint", () => all("details").forEach((item) => { item.open = true; }));
  if (location.hash) reveal(decodeURIComponent(location.hash.slice(1)));
})();
