"""The site's build machine: fetch and verify the runtime, slim it, compile it, write the pages."""
