-- Counts the live items at the root of a workspace (ADR 0009).
-- $1 workspaceId: the workspace, which is the container of its root
-- $2 kind: "image", "video", "board" or "mixed"
select coalesce(sum(case $2::text when 'image' then images when 'video' then videos when 'board' then boards else images + videos + boards end), 0)::int as items
from item_counts
where workspace_id = $1 and container_id = $1
