CREATE TABLE "staged_pieces" (
	"upload_id" text NOT NULL,
	"start_byte" bigint NOT NULL,
	"size_bytes" integer NOT NULL,
	"part_number" integer,
	"etag" text,
	"object_key" text,
	CONSTRAINT "staged_pieces_upload_id_start_byte_pk" PRIMARY KEY("upload_id","start_byte")
);
--> statement-breakpoint
CREATE TABLE "staged_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"metadata" jsonb NOT NULL,
	"size_bytes" bigint,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"storage_key" text,
	"write_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staged_pieces" ADD CONSTRAINT "staged_pieces_upload_id_staged_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."staged_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staged_pieces_object" ON "staged_pieces" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "staged_uploads_touched" ON "staged_uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "staged_uploads_key" ON "staged_uploads" USING btree ("storage_key");