#!/bin/sh
# Starts the browser of the tests without those parts of its window that it draws as web pages. Nobody sees these parts,
# and they take a third of the time of a new page. Playwright also gives Chromium a list of features to switch off.
# Chromium reads only the last such list, so these features are added to Playwright's list.
unseen=WebUIReloadButton,InitialWebUI,WebUIToolbar,WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup
for argument; do
  shift
  case $argument in --disable-features=*) argument=$argument,$unseen ;; esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
