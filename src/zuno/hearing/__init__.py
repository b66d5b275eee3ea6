"""The mock hearing: the clerk, the procedure, the roles by rules, and the debrief."""
