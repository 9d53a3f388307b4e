-- Lists those of the users who can be mentioned on an item, as in mentions-people.sql.
-- $1 itemId: the item
-- $2 workspaceId: its workspace
-- $3 withMembers: whether members can be mentioned
-- $4 userIds: the users
-- $5 withoutIds: people who cannot be mentioned
select u.id, u.display_name as "displayName", u.email, u.preferences, m.user_id is not null as "isMember"
from users u
  left join members m on m.workspace_id = $2 and m.user_id = u.id
where u.id = any($4::uuid[]) and u.id <> all($5::uuid[])
  and (
    (m.user_id is not null and $3::boolean)
    or u.id = (select owner_id from items where id = $1)
    or exists (select from comments c where c.item_id = $1 and c.author_id = u.id)
  )
