-- Lists the small thumbnails of the two newest items of each folder that a link shows.
-- $1 folderIds: the folders
-- $2 hiddenIds: items that are not for everyone
select f.id as folder_id, t.thumbnail_small_key
from unnest($1::uuid[]) f(id)
  cross join lateral (
    select *
    from (
      (
        select i.created_at, i.id, i.thumbnail_small_key
        from items i
        where i.container_id = f.id and i.type = 'image' and i.trashed_at is null and i.id <> all($2::uuid[]) and {shownByFolder}
        order by i.created_at desc, i.id desc
        limit 2
      )
      union all
      (
        select i.created_at, i.id, i.thumbnail_small_key
        from items i
        where i.container_id = f.id and i.type = 'video' and i.trashed_at is null and i.id <> all($2::uuid[]) and {shownByFolder}
        order by i.created_at desc, i.id desc
        limit 2
      )
      union all
      (
        select i.created_at, i.id, i.thumbnail_small_key
        from items i
        where i.container_id = f.id and i.type = 'board' and i.trashed_at is null and i.id <> all($2::uuid[]) and {shownByFolder}
        order by i.created_at desc, i.id desc
        limit 2
      )
    ) all_types
    order by created_at desc, id desc
    limit 2
  ) t
where t.thumbnail_small_key is not null
order by f.id, t.created_at desc, t.id desc
