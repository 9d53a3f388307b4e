CREATE TABLE "space_counts" (
	"workspace_id" uuid NOT NULL,
	"images" integer NOT NULL,
	"videos" integer NOT NULL,
	"shared" integer NOT NULL,
	"trash" integer NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"trash_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "space_counts_workspace" ON "space_counts" USING btree ("workspace_id");--> statement-breakpoint
INSERT INTO "space_counts" SELECT "workspace_id", sum("images"), sum("videos"), sum("shared"), sum("trash"), sum("stored_bytes"), sum("trash_bytes")
	FROM "item_counts" GROUP BY 1;
--> statement-breakpoint
CREATE FUNCTION "count_space"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Adds the differences of containers to the totals of their space, one row per space; see ADR 0009.
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO space_counts SELECT workspace_id, sum(images), sum(videos), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
			FROM new_counts GROUP BY 1
			HAVING sum(images) <> 0 OR sum(videos) <> 0 OR sum(shared) <> 0 OR sum(trash) <> 0 OR sum(stored_bytes) <> 0 OR sum(trash_bytes) <> 0;
	ELSE
		INSERT INTO space_counts SELECT workspace_id, -sum(images), -sum(videos), -sum(shared), -sum(trash), -sum(stored_bytes), -sum(trash_bytes)
			FROM old_counts GROUP BY 1
			HAVING sum(images) <> 0 OR sum(videos) <> 0 OR sum(shared) <> 0 OR sum(trash) <> 0 OR sum(stored_bytes) <> 0 OR sum(trash_bytes) <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "item_counts_summed_insert" AFTER INSERT ON "item_counts" REFERENCING NEW TABLE AS new_counts FOR EACH STATEMENT EXECUTE FUNCTION "count_space"();
--> statement-breakpoint
CREATE TRIGGER "item_counts_summed_delete" AFTER DELETE ON "item_counts" REFERENCING OLD TABLE AS old_counts FOR EACH STATEMENT EXECUTE FUNCTION "count_space"();
