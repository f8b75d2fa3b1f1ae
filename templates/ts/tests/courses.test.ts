import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Courses, type Undo } from "../envelope/courses.js";
import { OrderPlan } from "../envelope/plan.js";

const PLAN = new OrderPlan({ names: ["a"], states: [{ next: { 0: 0 }, expected: "x" }], bound: [{ letters: [0] }] });

/** Opens an exchange, whose course remembers the key. */
function open(courses: Courses, key: unknown): ReturnType<OrderPlan["start"]> {
  const course = courses.start(PLAN);
  course.bound[0] = { message: key, record: 0, bytes: 7 };
  course.bytes = 7;
  courses.set(key, course, true, undefined);
  return course;
}

/** The keys of exchanges that make room, except for those that the message with number 1 concerns. */
function resting(courses: Courses): unknown[] {
  return [...courses.resting(0, 1)].map(({ key }) => key);
}

describe("courses that are used again", () => {
  test("a course begins without the memory of the one that has ended", () => {
    const courses = new Courses();
    open(courses, "a");
    courses.delete("a", undefined);
    const course = courses.start(PLAN);
    assert.deepEqual([course.state, course.bytes, course.turn, course.asked, course.bound[0]], [0, 0, 0, undefined, undefined]);
  });

  test("a course that a message ends and opens again is not used for another exchange", () => {
    const courses = new Courses();
    const course = open(courses, "a");
    courses.delete("a", undefined);
    courses.set("a", course, true, undefined);
    assert.notEqual(courses.start(PLAN), course);
  });

  test("an end that is reverted keeps its course", () => {
    const courses = new Courses();
    const course = open(courses, "a");
    const undo: NonNullable<Undo> = [];
    courses.delete("a", undo);
    assert.notEqual(courses.start(PLAN), course);
    for (const restore of undo.reverse()) restore();
    assert.equal(courses.get("a"), course);
    assert.deepEqual([courses.size, courses.bytes, resting(courses)], [1, 7, ["a"]]);
  });

  test("a beginning that is reverted leaves nothing", () => {
    const courses = new Courses();
    open(courses, "a");
    const undo: NonNullable<Undo> = [];
    courses.set("b", courses.start(PLAN), true, undo);
    for (const restore of undo.reverse()) restore();
    assert.deepEqual([courses.get("b"), courses.size, courses.bytes, resting(courses)], [undefined, 1, 7, ["a"]]);
  });

  test("an exchange that the message concerns makes no room", () => {
    const courses = new Courses();
    open(courses, "a");
    open(courses, "b").concerned = 1;
    open(courses, "c");
    assert.deepEqual(resting(courses), ["a", "c"]);
  });

  test("no exchange is found after all have ended, and the last one after that is reverted", () => {
    const courses = new Courses();
    const course = open(courses, "a");
    const undo: NonNullable<Undo> = [];
    courses.clear(undo);
    assert.deepEqual([courses.get("a"), courses.size], [undefined, 0]);
    for (const restore of undo.reverse()) restore();
    assert.equal(courses.get("a"), course);
  });
});
