-- Finds the recorded pointer of a video as JSON text.
-- $1 itemId: the video
select track::text as track
from pointer_tracks
where item_id = $1::uuid
