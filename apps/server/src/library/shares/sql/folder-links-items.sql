-- Lists the items of a folder that its link shows. Each type is read from its index, then all are merged. Variants: sort order.
-- $1 folderId: the folder
-- $2 afterKey: sort key of the last item before the page
-- $3 afterId: id of that item
-- $4 hiddenIds: items that are not for everyone
-- $5 limit: number of rows, at most 201
select i.id, i.type, i.title, i.stage, i.width, i.height, i.duration_ms, i.placeholder, i.live, i.comment_count, i.created_at,
  i.thumbnail_small_key as small_key, i.thumbnail_large_key as large_key, i.poster_key
from (
  (
    select i.*, {key} as sort_key
    from items i
    where i.container_id = $1 and i.trashed_at is null and i.type = 'image'
      and ({key}, i.id) {after} ($2::{keyType}, $3::uuid) and {listed}
    order by {key} {direction}, i.id {direction}
    limit 201
  )
  union all
  (
    select i.*, {key} as sort_key
    from items i
    where i.container_id = $1 and i.trashed_at is null and i.type = 'video'
      and ({key}, i.id) {after} ($2::{keyType}, $3::uuid) and {listed}
    order by {key} {direction}, i.id {direction}
    limit 201
  )
  union all
  (
    select i.*, {key} as sort_key
    from items i
    where i.container_id = $1 and i.trashed_at is null and i.type = 'board'
      and ({key}, i.id) {after} ($2::{keyType}, $3::uuid) and {listed}
    order by {key} {direction}, i.id {direction}
    limit 201
  )
) i
order by i.sort_key {direction}, i.id {direction}
limit $5::int
