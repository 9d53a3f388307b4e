-- Lists a folder and the folders below it that its link shows, oldest first, with their numbers of items and bytes.
-- The numbers are those of all items, without the few that the link does not show: each of these is found by an index.
-- $1 folderId: the folder
-- $2 hiddenFolderIds: folders that are not for everyone; what is inside them is not shown either
-- $3 workspaceId: the workspace
-- $4 hiddenIds: items that are not for everyone
with recursive tree as (
    select id, name, color, parent_id, created_at from folders where id = $1
    union all
    select f.id, f.name, f.color, f.parent_id, f.created_at
    from tree t join folders f on f.parent_id = t.id and f.id <> all($2::uuid[])
  ),
  left_out as (
    select i.container_id,
      count(*) filter (where i.type = 'image') as images, count(*) filter (where i.type = 'video') as videos,
      count(*) filter (where i.type = 'board') as boards, sum(i.size_bytes) as bytes
    from (
        select own.item_id as id
        from share_links own
        where own.workspace_id = $3 and own.item_id is not null and own.revoked_at is null
          and (own.visibility <> 'link' or own.password_hash is not null or own.taken_down_at is not null)
        union
        select u.id
        from tree t
          cross join lateral (
            select id
            from items
            where container_id = t.id and stage in ('recording', 'uploading') and trashed_at is null and not live
            offset 0
          ) u
        union
        select unnest($4::uuid[])
      ) hidden
      join items i on i.id = hidden.id
    where i.trashed_at is null and i.container_id in (select id from tree)
    group by i.container_id
  )
select t.id, t.name, t.color, t.parent_id,
  (coalesce(n.images, 0) - coalesce(x.images, 0))::int as images,
  (coalesce(n.videos, 0) - coalesce(x.videos, 0))::int as videos,
  (coalesce(n.boards, 0) - coalesce(x.boards, 0))::int as boards,
  (coalesce(n.bytes, 0) - coalesce(x.bytes, 0)) as bytes
from tree t
  left join lateral (
    select sum(c.images) as images, sum(c.videos) as videos, sum(c.boards) as boards,
      sum(c.stored_bytes - c.trash_bytes) as bytes
    from item_counts c
    where c.workspace_id = $3 and c.container_id = t.id
  ) n on true
  left join left_out x on x.container_id = t.id
order by t.created_at, t.id
