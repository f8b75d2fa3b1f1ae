/** A Delegator server with one worker: it accepts tasks, says how its queue is, and answers what it cannot do with an error. */

import {
  buildErrorResponse,
  buildErrorResponseFrom,
  buildLocalExecutionAck,
  buildStatusSnapshot,
  DelegatorError,
  type JsonEnvelope,
  newJsonError,
  refusalOf,
  type QueuedTask,
  ToolCall,
} from "./protocols/delegator.js";

export class Queue {
  private readonly waiting: QueuedTask[] = [];
  private accepted = 0;

  /** Answers the text of a call. */
  answer(text: string): JsonEnvelope {
    const { ok, value, issues } = ToolCall.safeDecode(text);
    if (!ok) return buildErrorResponse({ tool: "_codex_local_run", meta: {}, error: refusalOf(issues) });
    try {
      return this.call(value);
    } catch (error) {
      if (!(error instanceof DelegatorError)) throw error;
      return buildErrorResponseFrom(error, { tool: value.name, meta: {} });
    }
  }

  private call({ name: tool }: ToolCall): JsonEnvelope {
    switch (tool) {
      case "_codex_local_run":
        return this.accept(tool);
      case "_codex_local_status":
        return buildStatusSnapshot({ tool, data: { queue: this.waiting } });
      default:
        throw new DelegatorError(newJsonError.UNSUPPORTED({ message: `${tool} is not offered here` }));
    }
  }

  private accept(tool: "_codex_local_run"): JsonEnvelope {
    const task_id = `task-${++this.accepted}`;
    const position = this.waiting.push({ task_id, position: this.waiting.length + 1, estimated_start_ms: 1000 * this.accepted });
    return buildLocalExecutionAck({
      tool,
      meta: { queue_position: position },
      data: { task_id, accepted: true, capability: "foreground", started_at: new Date().toISOString() },
    });
  }
}
