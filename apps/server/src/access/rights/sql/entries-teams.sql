-- Lists the teams of a workspace by name, each with its members.
-- $1 workspaceId: the workspace
select t.id, t.name, t.icon_blob_id, array(select user_id::text from team_members where team_id = t.id) as member_ids
from teams t
where t.workspace_id = $1
order by t.name_key
