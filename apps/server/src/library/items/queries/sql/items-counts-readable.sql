-- Counts the items of a workspace that the caller may read, as items-counts.sql does: the sums of the readable containers, without single
-- items there that are not readable, and with single items elsewhere that are.
-- $1 workspaceId: the workspace
-- $2 userId: the caller, or null
-- $3 containerIds: folders, and the workspace for its root
-- $4 inside: true when the caller may read these containers, false when the caller may read all others
-- $5 shownIds: items that the caller may read wherever they are
-- $6 hiddenIds: items that the caller may not read
select (c.images + s.images)::int as images,
  (c.videos + s.videos)::int as videos,
  (c.boards + s.boards)::int as boards,
  (c.shared + s.shared)::int as shared,
  (c.trash + s.trash)::int as trash,
  (c.stored + s.stored)::text as stored,
  (c.trash_bytes + s.trash_bytes)::text as trash_bytes,
  c.crowded,
  (
    select count(*)::int
    from (
      select item_id
      from favorites
      where user_id = $2 and workspace_id = $1 and not trashed
      order by type, item_created_at desc, item_id desc
      limit 100000
    ) f
      cross join lateral (
        select
        from items i
        where i.id = f.item_id
          and {itemReadable}
        limit 1
      ) i
  ) as starred
from (
  select coalesce(sum(images), 0) as images, coalesce(sum(videos), 0) as videos, coalesce(sum(boards), 0) as boards,
    coalesce(sum(shared), 0) as shared,
    coalesce(sum(trash), 0) as trash, coalesce(sum(stored_bytes), 0) as stored, coalesce(sum(trash_bytes), 0) as trash_bytes,
    (select count(*) from space_counts where workspace_id = $1) > 201 as crowded
  from item_counts
  where workspace_id = $1 and {containerReadable}
) c
  cross join (
    select
      coalesce(sum(single.sign) filter (where i.type = 'image' and i.trashed_at is null), 0) as images,
      coalesce(sum(single.sign) filter (where i.type = 'video' and i.trashed_at is null), 0) as videos,
      coalesce(sum(single.sign) filter (where i.type = 'board' and i.trashed_at is null), 0) as boards,
      coalesce(sum(single.sign) filter (where i.shared and i.trashed_at is null), 0) as shared,
      coalesce(sum(single.sign) filter (where i.trashed_at is not null), 0) as trash,
      coalesce(sum(single.sign * i.size_bytes), 0) as stored,
      coalesce(sum(single.sign * i.size_bytes) filter (where i.trashed_at is not null), 0) as trash_bytes
    from (
      select unnest($5::uuid[]) as id, 1 as sign
      union all
      select unnest($6::uuid[]), -1
    ) single
      cross join lateral (
        select type, trashed_at, shared, size_bytes, container_id
        from items
        where id = single.id and workspace_id = $1
        limit 1
      ) i
    where (single.sign = 1) <> {itemsContainerReadable}
  ) s
