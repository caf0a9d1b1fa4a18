// Writes src/wire.ts: the types of every message, from the server's own JSON Schema.
//
// The environment variable PYTHON names a Python that can import ninetyeight.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { compile } from "json-schema-to-typescript";

const TARGET = fileURLToPath(new URL("../src/wire.ts", import.meta.url));
const BANNER = "// Written by scripts/types.mjs from the server's JSON Schema. Do not edit.";

function schemaOfTheServer() {
  const python = process.env.PYTHON ?? fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));
  const asked = spawnSync(python, ["-m", "ninetyeight.server.schema"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (asked.error) throw asked.error;
  if (asked.status !== 0) {
    throw new Error(`${python} -m ninetyeight.server.schema ended with ${asked.status ?? asked.signal}`);
  }
  return JSON.parse(asked.stdout);
}

// Lists as the compiler knows them: `prefixItems` is what `items` with a list used to be, and a
// longest length would become one type for every length up to it.
function withPlainLists(schema) {
  if (Array.isArray(schema)) return schema.map(withPlainLists);
  if (schema === null || typeof schema !== "object") return schema;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withPlainLists(value)]),
  );
  if (plain.type !== "array") return plain;
  const { prefixItems, items, minItems, maxItems, ...rest } = plain;
  if (!Array.isArray(prefixItems)) return { ...rest, items };
  return { ...rest, items: prefixItems, additionalItems: items ?? false, minItems, maxItems };
}

const types = await compile(withPlainLists(schemaOfTheServer()), "Wire", {
  additionalProperties: false,
  bannerComment: BANNER,
  declareExternallyReferenced: true,
  unreachableDefinitions: true,
});

// Left alone when nothing changed, so that nothing is built again for it.
if (!existsSync(TARGET) || readFileSync(TARGET, "utf8") !== types) writeFileSync(TARGET, types);
