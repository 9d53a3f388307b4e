-- Whether the link of a folder may show an item "i": unless the item's own link is for fewer people, or was removed by an administrator.
-- A scalar query, so that each item costs one lookup by its id: a join could read the links of every workspace.
not coalesce(
  (
    select own.visibility <> 'link' or own.password_hash is not null or own.taken_down_at is not null
    from share_links own
    where own.item_id = i.id and own.revoked_at is null
    limit 1
  ),
  false
)
