/** What is remembered of keys while the database takes no writes. */
import { maxOwed, owedRequests } from "@candor/sql/statements/Admission"
import { expect, test } from "bun:test"

test("the requests of 10,000 keys are counted, and of further keys not, until one of them has been taken", () => {
  const owed = owedRequests(maxOwed)
  for (let n = 1; n <= 10_001; n++) owed.add(`key ${n}`, 2)
  owed.add("key 1", 1)
  expect([1, 10_000, 10_001].map((n) => owed.of(`key ${n}`))).toEqual([3, 2, 0])
  expect([owed.take("key 1"), owed.take("key 1")]).toEqual([3, 0])
  owed.add("key 10001", 1)
  owed.add("key 10002", 1)
  expect([10_001, 10_002].map((n) => owed.of(`key ${n}`))).toEqual([1, 0])
})
