ALTER TABLE "board_images" ADD COLUMN "shown_at_ms" integer;--> statement-breakpoint
CREATE INDEX "board_images_video" ON "board_images" USING btree (substr("file_id", 7, 36)) WHERE starts_with("board_images"."file_id", 'frame_');
