-- Counts the items of a workspace by the sums of its differences, and the caller's stars in the same way (ADR 0009). "crowded" is true when
-- there are so many differences that they should be folded.
-- $1 workspaceId: the workspace
-- $2 userId: the caller, or null
select c.images,
  c.videos,
  c.boards,
  c.shared,
  c.trash,
  c.stored,
  c.trash_bytes,
  c.differences > 201 or s.differences > 201 as crowded,
  s.starred
from (
  select coalesce(sum(images), 0)::int as images, coalesce(sum(videos), 0)::int as videos, coalesce(sum(boards), 0)::int as boards,
    coalesce(sum(shared), 0)::int as shared,
    coalesce(sum(trash), 0)::int as trash, coalesce(sum(stored_bytes), 0)::text as stored,
    coalesce(sum(trash_bytes), 0)::text as trash_bytes, count(*) as differences
  from space_counts
  where workspace_id = $1
) c
  cross join (
    select coalesce(sum(stars), 0)::int as starred, count(*) as differences
    from star_counts
    where workspace_id = $1 and user_id = $2
  ) s
