# The website: build, serve, check, measure. Included by the Makefile.

.PHONY: site serve check-site lock-site bench-site

PORT ?= 8000
SITE_OPTIONS ?=
TARGET ?= build/site

site: $(READY) ## Build the website into build/site.
	@$(PY) site/build.py --if-changed $(SITE_OPTIONS)

serve: site ## Build the website and serve it on 127.0.0.1:8000 (PORT=... for another port).
	@$(PY) site/serve.py --port $(PORT)

check-site: $(READY) ## Check a deployed site: TARGET=folder or a local address.
	@$(PY) site/check.py $(TARGET)

lock-site: $(READY) ## Renew the website's runtime lock only.
	@$(PY) site/lock.py

bench-site: $(READY) chromium site ## Measure the website's start beside its peers.
	@$(PY) site/bench.py
