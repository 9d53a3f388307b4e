CREATE TABLE "request_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "request_pictures" ADD CONSTRAINT "request_pictures_request_id_recording_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."recording_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "request_pictures_request" ON "request_pictures" USING btree ("request_id");