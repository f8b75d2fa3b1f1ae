// The same data for typia, which turns these calls into code.
import typia from "typia";

interface Data {
  number: number;
  negNumber: number;
  maxNumber: number;
  string: string;
  longString: string;
  boolean: boolean;
  deeplyNested: { foo: string; num: number; bool: boolean };
}

export const loose = typia.createIs<Data>();
export const strict = typia.createEquals<Data>();
