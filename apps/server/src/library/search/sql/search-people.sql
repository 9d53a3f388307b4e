-- Finds members of workspaces by the beginnings of words in their names and email addresses, sorted by name. A person is found once, in the
-- workspace that they joined first.
-- $1 workspaceIds: the workspaces
-- $2 userId: the caller, who is not found
-- $3 patterns: one of each word, all of which must match; an array of patterns needs no scan of a function for each member
-- $4 limit: number of people
-- $5 parts: each word anywhere in the text. It excludes most people without replacing the separators, which takes three quarters of the time.
select u.id, u.display_name as "displayName", u.email, u.avatar_blob_id as "avatarBlobId", found.workspace_id as "workspaceId"
from (
    select distinct on (m.user_id) m.user_id, m.workspace_id
    from members m
      join users p on p.id = m.user_id
      cross join lateral (select ' ' || translate(lower(p.display_name) || ' ' || p.email_key, '@._+-', '     ') as words) text
    where m.workspace_id = any($1::uuid[])
      and m.user_id <> $2
      and (lower(p.display_name) || ' ' || p.email_key) like all ($5::text[])
      and text.words like all ($3::text[])
    order by m.user_id, m.joined_at, m.workspace_id
  ) found
  join users u on u.id = found.user_id
order by lower(u.display_name) collate "natural", u.id
limit $4
