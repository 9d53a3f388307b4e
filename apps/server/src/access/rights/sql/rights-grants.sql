-- Reads the entries of workspaces that apply to a user of each: the user's own, those of the user's teams, and those for everyone.
-- Returns at least one row for each workspace. "nth" is its position in the parameters, from 1; "version" is that of its rights.
-- $1 workspaceIds: the workspaces
-- $2 userIds: one user for each
select s.nth::int as nth, w.rights_version as version,
  g.folder_id, g.item_id, g.principal_kind, g.principal_id, g.read, g.write
from unnest($1::uuid[], $2::uuid[]) with ordinality s(workspace_id, user_id, nth)
  cross join lateral (select rights_version from workspaces where id = s.workspace_id limit 1) w
  left join lateral (
    select folder_id, item_id, principal_kind, principal_id, read, write
    from grants
    where workspace_id = s.workspace_id
      and principal_id = any(array(
        select team_id from team_members where workspace_id = s.workspace_id and user_id = s.user_id
        union all
        values (s.workspace_id), (s.user_id)
      ))
  ) g on true
