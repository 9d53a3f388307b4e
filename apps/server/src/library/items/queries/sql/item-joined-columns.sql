-- Columns of an item row that are read from other rows, by the joins in item-joins.sql. $2 is the caller.
case when i.like_count > 0 then exists (select 1 from likes where item_id = i.id and user_id = $2::uuid) end as liked_by_me,
owner.display_name as owner_name, owner.avatar_blob_id as owner_avatar,
link.slug, link.visibility, nullif(link.password_hash is not null, false) as has_password,
nullif(favorite.item_id is not null, false) as favorite,
-- The most open live link of a folder that shows the item; the words sort in this order. The limits force index lookups.
-- {hasFolderLinks} may exclude all items of the statement.
case when i.folder_id is not null and {hasFolderLinks} and (i.stage not in ('recording', 'uploading') or i.live) then (
  select case when l.visibility = 'workspace' then 'workspace' when l.password_hash is null then 'link' else 'password' end
  from (select path || id as ids from folders where id = i.folder_id limit 1) f
    cross join lateral (
      select * from share_links
      where workspace_id = i.workspace_id and folder_id = any(f.ids) and folder_id is not null and revoked_at is null
      limit 1000
    ) l
  where l.taken_down_at is null and l.visibility <> 'private'
    and (l.expires_at is null or l.expires_at > now()) and (l.max_views is null or l.openings < l.max_views)
    and not exists (select 1 from grants where item_id = i.id and principal_id = l.workspace_id and not read)
    and not exists (
      select 1 from grants
      where folder_id = any(f.ids[array_position(f.ids, l.folder_id) + 1:]) and principal_id = l.workspace_id and not read
    )
  order by 1
  limit 1
) end as folder_access
