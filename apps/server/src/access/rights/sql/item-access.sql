-- Condition that the caller may access {itemId} in {containerId}: by its container or by its own entry ({shownIds}), and not excluded by
-- its own entry ({hiddenIds}).
({containerAccess} or {itemId} in (select {shownIds})) and {itemId} not in (select {hiddenIds})
