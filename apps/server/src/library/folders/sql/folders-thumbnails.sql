-- Lists the small thumbnails of the two newest items of each folder. An index orders the items of each type, so all are read and merged.
-- $1 folderIds: the folders
-- $2 hiddenItemIds: items that the caller may not read
select f.id as folder_id, t.thumbnail_small_key
from folders f
  cross join lateral (
    select *
    from (
      (
        select i.created_at, i.id, i.thumbnail_small_key
        from items i
        where f.kind in ('image', 'mixed') and i.container_id = f.id and i.type = 'image' and i.trashed_at is null
          and i.id <> all($2::uuid[])
        order by i.created_at desc, i.id desc
        limit 2
      )
      union all
      (
        select i.created_at, i.id, i.thumbnail_small_key
        from items i
        where f.kind in ('video', 'mixed') and i.container_id = f.id and i.type = 'video' and i.trashed_at is null
          and i.id <> all($2::uuid[])
        order by i.created_at desc, i.id desc
        limit 2
      )
      union all
      (
        select i.created_at, i.id, i.thumbnail_small_key
        from items i
        where f.kind in ('board', 'mixed') and i.container_id = f.id and i.type = 'board' and i.trashed_at is null
          and i.id <> all($2::uuid[])
        order by i.created_at desc, i.id desc
        limit 2
      )
    ) all_types
    order by created_at desc, id desc
    limit 2
  ) t
where f.id = any($1::uuid[]) and t.thumbnail_small_key is not null
order by f.id, t.created_at desc, t.id desc
