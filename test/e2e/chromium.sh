#!/bin/sh
# The browser of the tests, without the parts of its own window that it draws as web pages: nobody sees them, and they
# take a third of what a new page costs. Chromium heeds only the last list of features that are to be off, and
# Playwright sends one of its own, so that these are added to it.
unseen=WebUIReloadButton,InitialWebUI,WebUIToolbar,WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup
for argument; do
  shift
  case $argument in --disable-features=*) argument=$argument,$unseen ;; esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
