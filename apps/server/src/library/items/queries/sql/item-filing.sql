-- Inserts an uploaded file as an item with its bytes and its search entry, unless its folder or its name is not available.
-- The parameters are those of items-file.sql.
folder as (
    select id
    from folders
    where id = $3::uuid and workspace_id = $2::uuid and kind in ($17::text, 'mixed')
    for key share
  ),
  filed as (
    insert into items (
      id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, blob_id, mime_type, size_bytes,
      width, height, duration_ms, video_facts, page_url, annotated, created_at, updated_at
    )
    select $1::uuid, $2::uuid, $3::uuid, $17::text, $4::uuid, $5, $6, $7, 'processing', $8::uuid, $9, $10::bigint,
      $11::int, $12::int, $18::float8, $19::jsonb, $20, {annotated}, $13::timestamptz, $13::timestamptz
    where $3::uuid is null or exists (select from folder)
    on conflict (workspace_id, ref_name) do nothing
    returning id
  ),
  bytes as (
    insert into blobs (id, storage_key, sha256, size_bytes, mime_type)
    select $8::uuid, $14, $15::bytea, $10::bigint, $9
    from filed
  ),
  entry as (
    insert into search_entries (id, workspace_id, item_id, words, at)
    select id, $2::uuid, id, $21::tsvector, $13::timestamptz
    from filed
  )
