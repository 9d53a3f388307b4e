-- Finds how an item is played, with its renditions. Players run it every few minutes, live streams every few seconds.
-- "upload_id" is the upload that still sends the recording, or that the store has not taken over yet.
-- $1 itemId: the item
select i.id, i.type, i.stage, i.live, i.owner_id, i.mime_type, i.size_bytes, i.width, i.height, i.duration_ms, i.failure, i.progress, i.updating,
  i.chapters, i.chapters_enabled, i.full_file_name, b.storage_key, i.poster_key, i.playback_key, i.playback_mime_type,
  i.storyboard_key, i.storyboard, i.recording_facts is not null as has_parts,
  case
    when i.blob_id is null
    then (select u.id from uploads u where u.item_id = i.id and u.recording and u.finished_at is null limit 1)
  end as upload_id,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'key', rb.storage_key, 'bytes', rb.size_bytes, 'mime', rb.mime_type, 'width', r.width, 'height', r.height,
      'codecs', r.facts->>'codecs', 'bandwidth', (r.facts->>'bandwidth')::float8
    ))
    from renditions r
      join blobs rb on rb.id = r.blob_id
    where r.item_id = i.id and r.kind in ('playback', 'waveform', 'hls-1080', 'hls-720', 'hls-480')
  ), '[]') as renditions
from items i
  left join blobs b on b.id = i.blob_id
where i.id = $1
