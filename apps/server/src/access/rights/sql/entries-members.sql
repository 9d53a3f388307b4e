-- Lists the members of a workspace by name.
-- $1 workspaceId: the workspace
select u.id, u.display_name, u.avatar_blob_id, m.role
from members m
  join users u on u.id = m.user_id
where m.workspace_id = $1
order by lower(u.display_name), u.id
