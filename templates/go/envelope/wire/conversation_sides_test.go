package wire

import (
	"strings"
	"testing"
)

func TestTrackerNeedsSide(t *testing.T) {
	c := Conversation{Name: "run", Sides: []string{"client", "server"}, Sided: true}
	defer func() {
		if cause, _ := recover().(string); !strings.Contains(cause, "no side") {
			t.Errorf("the cause is %q", cause)
		}
	}()
	NewTracker[Message](&c, "", nil)
	t.Error("a tracker without a side follows a conversation whose letters depend on the sender")
}
