# The notebooks in JupyterLab. Included by the Makefile.

.PHONY: lab

# Panel and Bokeh bring their scripts along, so that a room without a network can work too.
lab: $(READY) ## Open the notebooks in JupyterLab.
	@PANEL_INLINE=true BOKEH_RESOURCES=inline $(VENV)/bin/jupyter lab --notebook-dir notebooks $(LAB_OPTIONS)
