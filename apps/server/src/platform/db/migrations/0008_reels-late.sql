CREATE INDEX "views_uncounted" ON "views" USING btree ("updated_at") WHERE not "views"."counted";
--> statement-breakpoint
DO $$
-- Videos from before there were storyboards get what they lack, by a job that goes through them once. A database without a video has none;
-- neither has a new one, whose queue is made after its tables.
BEGIN
	IF EXISTS (SELECT FROM items WHERE type = 'video') AND to_regproc('graphile_worker.add_job') IS NOT NULL THEN
		PERFORM graphile_worker.add_job(identifier => 'media.complete-videos', payload => '{}'::json, max_attempts => 12, priority => 10);
	END IF;
END $$;
