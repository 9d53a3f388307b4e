CREATE TABLE "board_elements" (
	"board_id" uuid NOT NULL,
	"element_id" text NOT NULL,
	"version" integer NOT NULL,
	"nonce" bigint NOT NULL,
	"deleted" boolean NOT NULL,
	"seq" bigint NOT NULL,
	"bytes" integer NOT NULL,
	"data" json NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_elements_board_id_element_id_pk" PRIMARY KEY("board_id","element_id")
);
--> statement-breakpoint
CREATE TABLE "board_images" (
	"board_id" uuid NOT NULL,
	"file_id" text NOT NULL,
	"blob_id" uuid NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_images_board_id_file_id_pk" PRIMARY KEY("board_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "board_updates" (
	"board_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"participant" text,
	"user_id" uuid,
	"elements" json NOT NULL,
	"canvas" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_updates_board_id_seq_pk" PRIMARY KEY("board_id","seq")
);
--> statement-breakpoint
CREATE TABLE "board_versions" (
	"board_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"name" text,
	"user_ids" uuid[] NOT NULL,
	"elements" integer NOT NULL,
	"canvas" jsonb NOT NULL,
	"delta" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_versions_board_id_n_pk" PRIMARY KEY("board_id","n")
);
--> statement-breakpoint
CREATE TABLE "boards" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"canvas" jsonb NOT NULL,
	"elements" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"image_bytes" bigint DEFAULT 0 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"version_seq" bigint DEFAULT 0 NOT NULL,
	"changed_since" timestamp (3) with time zone,
	"pruned_seq" bigint DEFAULT 0 NOT NULL,
	"drawn_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "item_counts" ADD COLUMN "boards" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "space_counts" ADD COLUMN "boards" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "board_elements" ADD CONSTRAINT "board_elements_board_id_boards_item_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_images" ADD CONSTRAINT "board_images_board_id_boards_item_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_images" ADD CONSTRAINT "board_images_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_updates" ADD CONSTRAINT "board_updates_board_id_boards_item_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_versions" ADD CONSTRAINT "board_versions_board_id_boards_item_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_elements_seq" ON "board_elements" USING btree ("board_id","seq");--> statement-breakpoint
CREATE INDEX "board_images_blob" ON "board_images" USING btree ("blob_id");--> statement-breakpoint
CREATE INDEX "board_updates_created" ON "board_updates" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "board_versions_created" ON "board_versions" USING btree ("created_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_items"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Adds the differences that a statement made, one row a place; see ADR 0009.
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO item_counts (workspace_id, container_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
			SELECT workspace_id, container_id,
			count(*) FILTER (WHERE trashed_at IS NULL AND type = 'image'), count(*) FILTER (WHERE trashed_at IS NULL AND type = 'video'),
			count(*) FILTER (WHERE trashed_at IS NULL AND type = 'board'),
			count(*) FILTER (WHERE trashed_at IS NULL AND shared), count(*) FILTER (WHERE trashed_at IS NOT NULL),
			sum(size_bytes), coalesce(sum(size_bytes) FILTER (WHERE trashed_at IS NOT NULL), 0)
			FROM new_items GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO item_counts (workspace_id, container_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
			SELECT workspace_id, container_id,
			-count(*) FILTER (WHERE trashed_at IS NULL AND type = 'image'), -count(*) FILTER (WHERE trashed_at IS NULL AND type = 'video'),
			-count(*) FILTER (WHERE trashed_at IS NULL AND type = 'board'),
			-count(*) FILTER (WHERE trashed_at IS NULL AND shared), -count(*) FILTER (WHERE trashed_at IS NOT NULL),
			-sum(size_bytes), -coalesce(sum(size_bytes) FILTER (WHERE trashed_at IS NOT NULL), 0)
			FROM old_items GROUP BY 1, 2;
	ELSE
		INSERT INTO item_counts (workspace_id, container_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes) SELECT * FROM (
			SELECT workspace_id, container_id, sum(images)::int AS images, sum(videos)::int AS videos, sum(boards)::int AS boards, sum(shared)::int AS shared,
				sum(trash)::int AS trash, sum(bytes)::bigint AS bytes, sum(trash_bytes)::bigint AS trash_bytes
			FROM (
				SELECT workspace_id, container_id, (trashed_at IS NULL AND type = 'image')::int AS images, (trashed_at IS NULL AND type = 'video')::int AS videos,
					(trashed_at IS NULL AND type = 'board')::int AS boards,
					(trashed_at IS NULL AND shared)::int AS shared, (trashed_at IS NOT NULL)::int AS trash, size_bytes AS bytes,
					CASE WHEN trashed_at IS NOT NULL THEN size_bytes ELSE 0 END AS trash_bytes FROM new_items
				UNION ALL
				SELECT workspace_id, container_id, -(trashed_at IS NULL AND type = 'image')::int, -(trashed_at IS NULL AND type = 'video')::int,
					-(trashed_at IS NULL AND type = 'board')::int,
					-(trashed_at IS NULL AND shared)::int, -(trashed_at IS NOT NULL)::int, -size_bytes,
					CASE WHEN trashed_at IS NOT NULL THEN -size_bytes ELSE 0 END FROM old_items
			) both_sides GROUP BY 1, 2
		) d WHERE images <> 0 OR videos <> 0 OR boards <> 0 OR shared <> 0 OR trash <> 0 OR bytes <> 0 OR trash_bytes <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_space"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Adds the differences of containers to the totals of their space, one row per space; see ADR 0009.
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO space_counts (workspace_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
			SELECT workspace_id, sum(images), sum(videos), sum(boards), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
			FROM new_counts GROUP BY 1
			HAVING sum(images) <> 0 OR sum(videos) <> 0 OR sum(boards) <> 0 OR sum(shared) <> 0 OR sum(trash) <> 0 OR sum(stored_bytes) <> 0
				OR sum(trash_bytes) <> 0;
	ELSE
		INSERT INTO space_counts (workspace_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
			SELECT workspace_id, -sum(images), -sum(videos), -sum(boards), -sum(shared), -sum(trash), -sum(stored_bytes), -sum(trash_bytes)
			FROM old_counts GROUP BY 1
			HAVING sum(images) <> 0 OR sum(videos) <> 0 OR sum(boards) <> 0 OR sum(shared) <> 0 OR sum(trash) <> 0 OR sum(stored_bytes) <> 0
				OR sum(trash_bytes) <> 0;
	END IF;
	RETURN NULL;
END $$;
