-- Lists the items of a folder that its link shows, newest first. Each type is read from its index, then both are merged.
-- $1 folderId: the folder
-- $2 afterAt: creation of the last item before the page
-- $3 afterId: id of that item
-- $4 hiddenIds: items that are not for everyone
-- $5 limit: number of rows, at most 201
select i.id, i.type, i.title, i.stage, i.width, i.height, i.duration_ms, i.placeholder, i.live, i.comment_count, i.created_at,
  i.thumbnail_small_key as small_key, i.thumbnail_large_key as large_key, i.poster_key
from (
  (
    select i.*
    from items i
    where i.container_id = $1 and i.trashed_at is null and i.type = 'image'
      and (i.created_at, i.id) < ($2::timestamptz, $3::uuid) and {listed}
    order by i.created_at desc, i.id desc
    limit 201
  )
  union all
  (
    select i.*
    from items i
    where i.container_id = $1 and i.trashed_at is null and i.type = 'video'
      and (i.created_at, i.id) < ($2::timestamptz, $3::uuid) and {listed}
    order by i.created_at desc, i.id desc
    limit 201
  )
) i
order by i.created_at desc, i.id desc
limit $5::int
