-- Finds a team of a workspace, with the columns of teams-all.sql.
-- $1 workspaceId: the workspace
-- $2 teamId: the team
select t.id, t.name, t.icon_blob_id, t.owner_id, t.closed, coalesce(m.ids, '[]') as member_ids
from teams t
  left join (
    select team_id, json_agg(user_id order by joined_at, user_id) as ids
    from team_members
    where team_id = $2
    group by team_id
  ) m on m.team_id = t.id
where t.workspace_id = $1 and t.id = $2
