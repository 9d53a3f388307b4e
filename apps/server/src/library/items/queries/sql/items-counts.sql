-- Counts the items of a workspace by the sums of its differences (ADR 0009). "crowded" is true when there are so many of them that they
-- should be folded. Favorites are counted up to 100,000.
-- $1 workspaceId: the workspace
-- $2 userId: the caller, or null
select coalesce(sum(c.images), 0)::int as images,
  coalesce(sum(c.videos), 0)::int as videos,
  coalesce(sum(c.shared), 0)::int as shared,
  coalesce(sum(c.trash), 0)::int as trash,
  coalesce(sum(c.stored_bytes), 0)::text as stored,
  coalesce(sum(c.trash_bytes), 0)::text as trash_bytes,
  count(*) > 201 as crowded,
  (
    select count(*)::int
    from (
      select
      from favorites f
      where f.user_id = $2 and f.workspace_id = $1 and f.type in ('image', 'video') and not f.trashed
      limit 100000
    ) starred
  ) as starred
from space_counts c
where c.workspace_id = $1
