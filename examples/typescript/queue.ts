/** A Delegator server with one worker: it accepts tasks, reports its queue, and answers other calls with an error. */

import {
  buildErrorResponse,
  buildErrorResponseFrom,
  buildLocalExecutionAck,
  buildStatusSnapshot,
  callConversation,
  DelegatorError,
  JsonEnvelope,
  newJsonError,
  refusalOf,
  type QueuedTask,
  ToolCall,
  track,
} from "./protocols/delegator.js";

/** The result of an MCP `tools/call`: the response of the tool is the text of its only content. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly isError?: true;
}

/** The result of a call, for an answer of the queue. */
export function toolResult(answer: JsonEnvelope | string): ToolResult {
  const isText = typeof answer === "string";
  const content: ToolResult["content"] = [{ type: "text", text: isText ? answer : JsonEnvelope.encode(answer) }];
  return isText || answer.status === "error" ? { content, isError: true } : { content };
}

export class Queue {
  private readonly waiting: QueuedTask[] = [];
  private accepted = 0;

  /** Answers the parameters of a `tools/call`: with JSON that the tracker accepts if the call requires it, else with Markdown. */
  answer(text: string): JsonEnvelope | string {
    const { ok, value, issues } = ToolCall.safeDecode(text);
    if (!ok) return buildErrorResponse({ tool: "_codex_local_run", meta: {}, error: refusalOf(issues) });
    if (value.arguments.format !== "json") return `**UNSUPPORTED**: call ${value.name} with the format json`;
    const conversation = track(callConversation);
    conversation.receive(value);
    const response = this.response(value);
    const broken = conversation.send(response).find(({ level }) => level === "must");
    if (broken === undefined) return response;
    const error = newJsonError.INTERNAL({ message: `the response breaks a rule: ${broken.message}` });
    const failed = buildErrorResponse({ tool: value.name, meta: {}, error });
    conversation.send(failed);
    return failed;
  }

  /** Executes a call. A failure becomes a response. */
  protected response(call: ToolCall): JsonEnvelope {
    try {
      return this.call(call);
    } catch (error) {
      if (!(error instanceof DelegatorError)) throw error;
      return buildErrorResponseFrom(error, { tool: call.name, meta: {} });
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
    const position = this.waiting.length;
    this.waiting.push({ task_id, position, estimated_start_ms: 1000 * this.accepted });
    return buildLocalExecutionAck({
      tool,
      meta: { queue_position: position },
      data: { task_id, accepted: true, capability: "foreground", started_at: new Date().toISOString() },
    });
  }
}
