import http from "node:http";
import pg from "pg";

// The minimal list endpoint: one prepared, index-backed query for 50 rows, and JSON.stringify.
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const container = process.env["CONTAINER_ID"];
const text = `select id, workspace_id, type, title, full_file_name, mime_type, size_bytes, width, height, placeholder, stage, created_at, updated_at
  from items where container_id = $1 and type = 'image' and trashed_at is null order by created_at desc, id desc limit 51`;
const server = http.createServer((_request, response) => {
  pool.query({ name: "list", text, values: [container] }).then(
    (result) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ items: result.rows.slice(0, 50) }));
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`listening http://127.0.0.1:${(server.address() as { port: number }).port}\n`));
process.on("SIGTERM", () => process.exit(0));
