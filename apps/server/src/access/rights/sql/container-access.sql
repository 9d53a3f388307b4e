-- Condition that the caller may access {containerId}: a folder, or a workspace for its root. {containerIds} is the set of the containers
-- with access ({inside} is true), or of those without (false). The database hashes the set once per statement.
(({containerId} in (select {containerIds})) = {inside})
