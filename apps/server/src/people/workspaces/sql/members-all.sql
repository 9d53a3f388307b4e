-- Lists the members of a workspace, the longest membership first.
-- $1 workspaceId: the workspace
select {memberColumns}
from members m
  join users u on u.id = m.user_id
where m.workspace_id = $1
order by m.joined_at, u.id
