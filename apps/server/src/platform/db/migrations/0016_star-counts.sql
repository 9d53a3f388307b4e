CREATE TABLE "star_counts" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"stars" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "star_counts_user" ON "star_counts" USING btree ("workspace_id","user_id");--> statement-breakpoint
INSERT INTO "star_counts" SELECT "workspace_id", "user_id", count(*) FROM "favorites" WHERE NOT "trashed" GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION "count_stars"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Adds the differences of a statement on stars, one row per user and space; see ADR 0009.
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO star_counts SELECT workspace_id, user_id, count(*) FROM new_stars WHERE NOT trashed GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO star_counts SELECT workspace_id, user_id, -count(*) FROM old_stars WHERE NOT trashed GROUP BY 1, 2;
	ELSE
		INSERT INTO star_counts SELECT workspace_id, user_id, sum(stars) FROM (
			SELECT workspace_id, user_id, 1 AS stars FROM new_stars WHERE NOT trashed
			UNION ALL
			SELECT workspace_id, user_id, -1 FROM old_stars WHERE NOT trashed
		) both_sides GROUP BY 1, 2 HAVING sum(stars) <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "favorites_counted_insert" AFTER INSERT ON "favorites" REFERENCING NEW TABLE AS new_stars FOR EACH STATEMENT EXECUTE FUNCTION "count_stars"();
--> statement-breakpoint
CREATE TRIGGER "favorites_counted_update" AFTER UPDATE ON "favorites" REFERENCING NEW TABLE AS new_stars OLD TABLE AS old_stars FOR EACH STATEMENT EXECUTE FUNCTION "count_stars"();
--> statement-breakpoint
CREATE TRIGGER "favorites_counted_delete" AFTER DELETE ON "favorites" REFERENCING OLD TABLE AS old_stars FOR EACH STATEMENT EXECUTE FUNCTION "count_stars"();
