-- Queues the job of the renditions and returns whether the item was inserted, whether its folder exists, and its owner.
-- The parameters are those of items-file.sql.
select ($3::uuid is null or exists (select from folder)) as placed,
  (
    select (graphile_worker.add_job(identifier => $22::text, payload => $16::json, max_attempts => $23::int)).id
    from filed
  ) is not null as filed,
  u.display_name as owner_name, u.avatar_blob_id as owner_avatar
from (select 1) one
  left join users u on u.id = $4::uuid
