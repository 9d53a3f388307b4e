-- Reads the folders of workspaces. Returns at least one row for each workspace; "nth" and "version" as in rights-grants.sql.
-- $1 workspaceIds: the workspaces
select s.nth::int as nth, w.rights_version as version, f.id, f.parent_id
from unnest($1::uuid[]) with ordinality s(workspace_id, nth)
  cross join lateral (select rights_version from workspaces where id = s.workspace_id limit 1) w
  left join lateral (select id, parent_id from folders where workspace_id = s.workspace_id offset 0) f on true
