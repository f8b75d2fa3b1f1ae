package main

import "encoding/json"

// The hand-written code of a program that reads a message: its members, and no checks at all.

type foxctlEnvelope struct {
	Version int    `json:"version"`
	Status  string `json:"status"`
	Command string `json:"command"`
	Data    struct {
		Summary *struct {
			SizeBytes   int64           `json:"size_bytes"`
			Kind        string          `json:"kind"`
			Preview     json.RawMessage `json:"preview"`
			StatusCode  int64           `json:"status_code,omitempty"`
			Headers     json.RawMessage `json:"headers,omitempty"`
			RecordCount int64           `json:"record_count,omitempty"`
			Pagination  *struct {
				HasMore      bool   `json:"has_more"`
				TotalPages   int64  `json:"total_pages"`
				TotalItems   int64  `json:"total_items"`
				StrategyUsed string `json:"strategy_used"`
			} `json:"pagination,omitempty"`
		} `json:"summary,omitempty"`
		Artifact   string          `json:"artifact,omitempty"`
		URL        string          `json:"url,omitempty"`
		StatusCode int             `json:"status_code,omitempty"`
		Records    json.RawMessage `json:"records,omitempty"`
	} `json:"data"`
	Meta struct {
		TS           string   `json:"ts"`
		DurationMs   int64    `json:"duration_ms"`
		Runner       *string  `json:"runner,omitempty"`
		Workspace    string   `json:"workspace,omitempty"`
		JobID        string   `json:"job_id,omitempty"`
		TraceID      string   `json:"trace_id,omitempty"`
		Profiles     []string `json:"profiles,omitempty"`
		Source       string   `json:"source,omitempty"`
		CasDigest    string   `json:"cas_digest,omitempty"`
		SkillVersion string   `json:"skill_version,omitempty"`
		CacheKey     string   `json:"cache_key,omitempty"`
		Seq          *int64   `json:"seq,omitempty"`
		Final        *bool    `json:"final,omitempty"`
	} `json:"meta"`
	Error struct {
		Code    *string `json:"code"`
		Message *string `json:"message"`
		Details struct {
			Attempts   *int64          `json:"attempts,omitempty"`
			Backoff    string          `json:"backoff,omitempty"`
			RetryAfter json.RawMessage `json:"retry_after,omitempty"`
		} `json:"details"`
	} `json:"error"`
}

type aghEnvelope struct {
	Protocol      string  `json:"protocol"`
	ID            string  `json:"id"`
	Kind          string  `json:"kind"`
	Channel       string  `json:"channel"`
	From          string  `json:"from"`
	To            *string `json:"to"`
	InteractionID string  `json:"interaction_id"`
	ReplyTo       string  `json:"reply_to"`
	TraceID       string  `json:"trace_id"`
	CausationID   string  `json:"causation_id"`
	TS            int64   `json:"ts"`
	ExpiresAt     int64   `json:"expires_at"`
	Body          struct {
		Text      string `json:"text"`
		Intent    string `json:"intent"`
		Artifacts []struct {
			Type string `json:"type"`
			Repo string `json:"repo"`
			Ref  string `json:"ref"`
		} `json:"artifacts"`
	} `json:"body"`
	Proof json.RawMessage `json:"proof"`
	Ext   json.RawMessage `json:"ext"`
}
