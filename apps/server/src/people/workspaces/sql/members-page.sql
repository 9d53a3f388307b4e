-- Reads a page of the members of a workspace by name. "sort_key" is the name by which they are sorted.
-- $1 workspaceId: the workspace
-- $2 q: part of the name or of the email address, or ""
-- $3 afterKey: sort key of the last row before the page, or null
-- $4 afterId: id of that member, or null
-- $5 limit: number of rows
select {memberColumns}, lower(u.display_name) as sort_key
from members m
  join users u on u.id = m.user_id
where m.workspace_id = $1
  and ($2 = '' or strpos(lower(u.display_name), lower($2)) > 0 or strpos(u.email_key, lower($2)) > 0)
  and ($3::text is null or (lower(u.display_name) collate "natural", u.id) > ($3 collate "natural", $4::uuid))
order by lower(u.display_name) collate "natural", u.id
limit $5
