-- Finds the annotations of an image as JSON text.
-- $1 itemId: the image
select markers::text as markers
from picture_details
where item_id = $1::uuid
