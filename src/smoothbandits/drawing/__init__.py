"""Figures and small HTML tables, for reports and for notebooks; each file is imported on use."""
