"""How people and programs reach Zuno: translation only."""
