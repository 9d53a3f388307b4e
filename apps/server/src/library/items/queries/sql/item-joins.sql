-- Joins that item-joined-columns.sql reads, and the one of the original file. The limits force a lookup per row, which preserves the order of the rows.
left join lateral (select display_name, avatar_blob_id from users where id = i.owner_id limit 1) owner on true
{originalJoin}
left join lateral (
  select slug, visibility, password_hash from share_links where item_id = i.id and revoked_at is null limit 1
) link on true
left join favorites favorite on favorite.user_id = $2::uuid and favorite.item_id = i.id
