CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE COLLATION IF NOT EXISTS "natural" (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
CREATE TABLE "favorite_folders" (
	"user_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorite_folders_user_id_folder_id_pk" PRIMARY KEY("user_id","folder_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"author_id" uuid,
	"parent_id" uuid,
	"text" text NOT NULL,
	"at" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"item_created_at" timestamp (3) with time zone NOT NULL,
	"trashed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_user_id_item_id_pk" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "item_counts" (
	"workspace_id" uuid NOT NULL,
	"container_id" uuid NOT NULL,
	"images" integer NOT NULL,
	"videos" integer NOT NULL,
	"shared" integer NOT NULL,
	"trash" integer NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"trash_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"item_id" uuid,
	"folder_id" uuid,
	"comment_id" uuid,
	"words" "tsvector" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"workspace_id" uuid NOT NULL,
	"word" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_words_workspace_id_word_pk" PRIMARY KEY("workspace_id","word")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"folder_id" uuid,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"blob_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "takeouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"blob_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "zips" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"item_ids" uuid[] NOT NULL,
	"folder_ids" uuid[] NOT NULL,
	"size_bytes" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "items_container_name";--> statement-breakpoint
DROP INDEX "items_workspace_name";--> statement-breakpoint
DROP INDEX "items_trash";--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "poster_key" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "playback_key" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "playback_mime_type" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "video_facts" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "page_url" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "chapters" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "chapters_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "trashed_from" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "favorite_folders" ADD CONSTRAINT "favorite_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_folders" ADD CONSTRAINT "favorite_folders_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takeouts" ADD CONSTRAINT "takeouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takeouts" ADD CONSTRAINT "takeouts_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zips" ADD CONSTRAINT "zips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zips" ADD CONSTRAINT "zips_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favorite_folders_folder" ON "favorite_folders" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "comments_item" ON "comments" USING btree ("item_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_parent" ON "comments" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "favorites_item" ON "favorites" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","workspace_id","type","item_created_at" DESC NULLS FIRST,"item_id" DESC NULLS FIRST) WHERE not "favorites"."trashed";--> statement-breakpoint
CREATE INDEX "favorites_title" ON "favorites" USING btree ("user_id","workspace_id","type","title" collate "natural","item_id") WHERE not "favorites"."trashed";--> statement-breakpoint
CREATE INDEX "item_counts_workspace" ON "item_counts" USING btree ("workspace_id","container_id");--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_entries_newest" ON "search_entries" USING btree ("workspace_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_entries_item" ON "search_entries" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "search_entries_folder" ON "search_entries" USING btree ("folder_id") WHERE "search_entries"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX "search_entries_comment" ON "search_entries" USING btree ("comment_id") WHERE "search_entries"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "search_words_like" ON "search_words" USING gin ("workspace_id","word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "imports_blob" ON "imports" USING btree ("blob_id");--> statement-breakpoint
CREATE INDEX "takeouts_user" ON "takeouts" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "takeouts_blob" ON "takeouts" USING btree ("blob_id");--> statement-breakpoint
CREATE INDEX "zips_expires" ON "zips" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "zips_user" ON "zips" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "folders_parent_id" ON "folders" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "items_container_title" ON "items" USING btree ("container_id","type","title" collate "natural","id") WHERE "items"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "items_workspace_title" ON "items" USING btree ("workspace_id","type","title" collate "natural","id") WHERE "items"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "items_shared_newest" ON "items" USING btree ("workspace_id","type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "items"."shared" and "items"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "items_shared_title" ON "items" USING btree ("workspace_id","type","title" collate "natural","id") WHERE "items"."shared" and "items"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "items_trash_newest" ON "items" USING btree ("workspace_id","type","trashed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "items"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "items_trash_title" ON "items" USING btree ("workspace_id","type","title" collate "natural","id") WHERE "items"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "items_trash_due" ON "items" USING btree ("trashed_at") WHERE "items"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "items_folder" ON "items" USING btree ("folder_id") WHERE "items"."folder_id" is not null;
--> statement-breakpoint
UPDATE "items" i SET "shared" = true FROM "share_links" l WHERE l."item_id" = i."id" AND l."revoked_at" IS NULL AND l."visibility" <> 'private';
--> statement-breakpoint
INSERT INTO "item_counts" SELECT "workspace_id", "container_id",
	count(*) FILTER (WHERE "trashed_at" IS NULL AND "type" = 'image'), count(*) FILTER (WHERE "trashed_at" IS NULL AND "type" = 'video'),
	count(*) FILTER (WHERE "trashed_at" IS NULL AND "shared"), count(*) FILTER (WHERE "trashed_at" IS NOT NULL),
	coalesce(sum("size_bytes"), 0), coalesce(sum("size_bytes") FILTER (WHERE "trashed_at" IS NOT NULL), 0)
	FROM "items" GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION "count_items"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Adds the differences that a statement made, one row a place; see ADR 0009.
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO item_counts SELECT workspace_id, container_id,
			count(*) FILTER (WHERE trashed_at IS NULL AND type = 'image'), count(*) FILTER (WHERE trashed_at IS NULL AND type = 'video'),
			count(*) FILTER (WHERE trashed_at IS NULL AND shared), count(*) FILTER (WHERE trashed_at IS NOT NULL),
			sum(size_bytes), coalesce(sum(size_bytes) FILTER (WHERE trashed_at IS NOT NULL), 0)
			FROM new_items GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO item_counts SELECT workspace_id, container_id,
			-count(*) FILTER (WHERE trashed_at IS NULL AND type = 'image'), -count(*) FILTER (WHERE trashed_at IS NULL AND type = 'video'),
			-count(*) FILTER (WHERE trashed_at IS NULL AND shared), -count(*) FILTER (WHERE trashed_at IS NOT NULL),
			-sum(size_bytes), -coalesce(sum(size_bytes) FILTER (WHERE trashed_at IS NOT NULL), 0)
			FROM old_items GROUP BY 1, 2;
	ELSE
		INSERT INTO item_counts SELECT * FROM (
			SELECT workspace_id, container_id, sum(images)::int AS images, sum(videos)::int AS videos, sum(shared)::int AS shared, sum(trash)::int AS trash,
				sum(bytes)::bigint AS bytes, sum(trash_bytes)::bigint AS trash_bytes
			FROM (
				SELECT workspace_id, container_id, (trashed_at IS NULL AND type = 'image')::int AS images, (trashed_at IS NULL AND type = 'video')::int AS videos,
					(trashed_at IS NULL AND shared)::int AS shared, (trashed_at IS NOT NULL)::int AS trash, size_bytes AS bytes,
					CASE WHEN trashed_at IS NOT NULL THEN size_bytes ELSE 0 END AS trash_bytes FROM new_items
				UNION ALL
				SELECT workspace_id, container_id, -(trashed_at IS NULL AND type = 'image')::int, -(trashed_at IS NULL AND type = 'video')::int,
					-(trashed_at IS NULL AND shared)::int, -(trashed_at IS NOT NULL)::int, -size_bytes,
					CASE WHEN trashed_at IS NOT NULL THEN -size_bytes ELSE 0 END FROM old_items
			) both_sides GROUP BY 1, 2
		) d WHERE images <> 0 OR videos <> 0 OR shared <> 0 OR trash <> 0 OR bytes <> 0 OR trash_bytes <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "items_counted_insert" AFTER INSERT ON "items" REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION "count_items"();
--> statement-breakpoint
CREATE TRIGGER "items_counted_update" AFTER UPDATE ON "items" REFERENCING NEW TABLE AS new_items OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION "count_items"();
--> statement-breakpoint
CREATE TRIGGER "items_counted_delete" AFTER DELETE ON "items" REFERENCING OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION "count_items"();
--> statement-breakpoint
CREATE FUNCTION "follow_item"() RETURNS trigger LANGUAGE plpgsql AS $$
-- What starred lists are sorted and chosen by stands beside the stars. Row by row: a plan for whole statements would be kept
-- from the first one that a connection runs, and be wrong for larger or smaller ones.
BEGIN
	UPDATE favorites SET title = NEW.title, type = NEW.type, trashed = NEW.trashed_at IS NOT NULL, workspace_id = NEW.workspace_id WHERE item_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "items_followed" AFTER UPDATE ON "items" FOR EACH ROW
	WHEN (OLD.title <> NEW.title OR OLD.type <> NEW.type OR (OLD.trashed_at IS NULL) <> (NEW.trashed_at IS NULL) OR OLD.workspace_id <> NEW.workspace_id)
	EXECUTE FUNCTION "follow_item"();
--> statement-breakpoint
CREATE FUNCTION "note_shared"() RETURNS trigger LANGUAGE plpgsql AS $$
-- An item is shared while it has a live link that is not private.
BEGIN
	UPDATE items i SET shared = s.shared FROM (
		SELECT ids.id, EXISTS (SELECT FROM share_links l WHERE l.item_id = ids.id AND l.revoked_at IS NULL AND l.visibility <> 'private') AS shared
		FROM (VALUES (CASE WHEN TG_OP <> 'DELETE' THEN NEW.item_id END), (CASE WHEN TG_OP <> 'INSERT' THEN OLD.item_id END)) ids(id)
	) s WHERE i.id = s.id AND i.shared <> s.shared;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "share_links_noted" AFTER INSERT OR DELETE OR UPDATE OF "item_id", "visibility", "revoked_at" ON "share_links" FOR EACH ROW EXECUTE FUNCTION "note_shared"();
