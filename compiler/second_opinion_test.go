package compiler

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"modernc.org/cc/v4"

	"heddle/compiler/diag"
	"heddle/compiler/preproc"
	"heddle/compiler/token"
)

// modernc.org/cc/v4 as second opinion on the front end, over the part of the language that is C as well: the tokens
// that come out of the preprocessor, and whether a unit is accepted. cc runs in a child process, because it does not
// end on some inputs and runs out of stack on others; then there is no opinion, and that is counted.

var (
	opinionCases = flag.Int("opinions", 600, "random texts on which cc's opinion is asked, per test")
	opinionSeed  = flag.Uint64("opinionseed", 1, "seed of those texts")
)

// childVariable makes this test binary the child process that asks cc.
const childVariable = "HEDDLE_TEST_ASK_CC"

// opinionLimit is how long cc may think about one text.
const opinionLimit = 2 * time.Second

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		answerQuestions()
		return
	}
	os.Exit(m.Run())
}

// question is the request to the child process, answer its reply; one JSON text per line.
type question struct {
	Check bool // parse and check, not only preprocess
	Text  string
}

type answer struct {
	Accepted bool
	Text     string // the preprocessed text
	Message  string // why it is not accepted
}

// answerQuestions is the child process.
func answerQuestions() {
	config, err := cc.NewConfig("linux", "amd64")
	if err != nil {
		panic(err)
	}
	config.ExpansionLimit = 1 << 20
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var q question
		if in.Decode(&q) != nil {
			return
		}
		if err := out.Encode(askCC(config, q)); err != nil {
			return
		}
	}
}

func askCC(config *cc.Config, q question) (a answer) {
	text := cc.Source{Name: "text.c", Value: q.Text}
	var err error
	if q.Check {
		predefined := cc.Source{Name: "<predefined>", Value: config.Predefined}
		_, err = cc.Translate(config, []cc.Source{predefined, {Name: "<builtin>", Value: cc.Builtin}, text})
	} else {
		var b bytes.Buffer
		err = cc.Preprocess(config, []cc.Source{text}, &b)
		a.Text = b.String()
	}
	a.Accepted = err == nil
	if err != nil {
		a.Message = err.Error()
	}
	return a
}

// secondOpinion is the parent's side.
type secondOpinion struct {
	t       *testing.T
	child   *exec.Cmd
	in      *json.Encoder
	answers chan answer
	agreed  int // texts for which cc gives the same answer
	without int // texts on which cc had no opinion
}

func newSecondOpinion(t *testing.T) *secondOpinion {
	s := &secondOpinion{t: t}
	t.Cleanup(s.stop)
	return s
}

func (s *secondOpinion) start() {
	s.t.Helper()
	s.child = exec.Command(os.Args[0])
	s.child.Env = append(os.Environ(), childVariable+"=1", "GOMAXPROCS=1", "GOMEMLIMIT=512MiB")
	in, err := s.child.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := s.child.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.child.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.in, s.answers = json.NewEncoder(in), make(chan answer)
	go func(answers chan<- answer) {
		defer close(answers)
		for decoder := json.NewDecoder(bufio.NewReader(out)); ; {
			var a answer
			if decoder.Decode(&a) != nil {
				return
			}
			answers <- a
		}
	}(s.answers)
}

func (s *secondOpinion) stop() {
	if s.child == nil {
		return
	}
	_ = s.child.Process.Kill()
	for range s.answers { // until the reader has seen the end
	}
	_ = s.child.Wait()
	s.child = nil
}

// ask returns cc's answer; ok is false if it has none.
func (s *secondOpinion) ask(q question) (a answer, ok bool) {
	s.t.Helper()
	if s.child == nil {
		s.start()
	}
	if s.in.Encode(q) == nil {
		select {
		case a, ok = <-s.answers:
		case <-time.After(opinionLimit):
		}
	}
	if !ok {
		s.without++
		s.stop()
	}
	return a, ok
}

// cToken is one preprocessing token of C99 in text that cc's preprocessor wrote.
var cToken = regexp.MustCompile(
	`^(?:[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|L?"(?:[^"\\\n]|\\.)*"|L?'(?:[^'\\\n]|\\.)*'` +
		`|%:%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-*/%+&^|]=|##|<:|:>|<%|%>|%:|[^\sA-Za-z_0-9])`)

// digraphs are the other spellings, which our lexer replaces.
var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

func splitTokens(text string) []string {
	var list []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		t := cToken.FindString(text)
		text = text[len(t):]
		if other, ok := digraphs[t]; ok {
			t = other
		}
		list = append(list, t)
	}
	return list
}

// ourTokens preprocesses text.
func ourTokens(text string) (v verdict) {
	list := &diag.List{}
	for _, t := range preproc.Run(preproc.Input{Name: "text.c", Text: []byte(text), Names: token.NewInterner()}, list) {
		switch {
		case t.Kind == token.EOF, t.Kind == token.Pragma:
		case t.Kind.IsPunctuation():
			v.tokens = append(v.tokens, t.Kind.String())
		default:
			v.tokens = append(v.tokens, t.Text)
		}
	}
	if list.HasErrors() {
		v.message = list.Render()
	}
	return v
}

// verdict is a compiler's result for a text: its tokens, or why it is rejected.
type verdict struct {
	tokens  []string
	message string
}

func (v verdict) agrees(w verdict) bool {
	if v.message != "" || w.message != "" {
		return v.message != "" && w.message != ""
	}
	return slices.Equal(v.tokens, w.tokens)
}

func (v verdict) String() string {
	if v.message != "" {
		return strings.TrimSpace(v.message)
	}
	return strings.Join(v.tokens, " ")
}

// compareTokens compares our verdict with cc's. Where they differ, gcc decides: cc has bugs of its own, in the
// arithmetic of #if, in # __VA_ARGS__, in missing arguments.
func (s *secondOpinion) compareTokens(ours verdict, text string) {
	s.t.Helper()
	a, ok := s.ask(question{Text: text})
	if !ok {
		return
	}
	theirs := verdict{splitTokens(a.Text), ""}
	if !a.Accepted {
		theirs.message = a.Message + " "
	}
	if ours.agrees(theirs) {
		s.agreed++
		return
	}
	if third := askGCC(text); !ours.agrees(third) {
		s.t.Errorf("%s\nours: %v\n  cc: %v\n gcc: %v", text, ours, theirs, third)
	}
}

// askGCC preprocesses a text.
func askGCC(text string) verdict {
	out, message := gcc(text, "-E", "-P", "-undef")
	return verdict{splitTokens(out), message}
}

// gcc runs the C compiler; the message is empty if it accepts the text.
func gcc(text string, flags ...string) (out, message string) {
	c := exec.Command("gcc", append(flags, "-std=c99", "-x", "c", "-")...)
	c.Stdin = strings.NewReader(text)
	var errors strings.Builder
	c.Stderr = &errors
	stdout, err := c.Output()
	if err != nil {
		message = errors.String() + err.Error()
	}
	return string(stdout), message
}

// finish fails the test if cc had no opinion, or nearly never agreed: then the test itself is wrong.
func (s *secondOpinion) finish(asked int) {
	s.t.Helper()
	s.t.Logf("%d texts: agreed on %d, no opinion on %d", asked, s.agreed, s.without)
	if s.without > asked/50 || s.agreed < asked/2 {
		s.t.Error("too few opinions")
	}
}

func TestSecondOpinionOnTokens(t *testing.T) {
	s := newSecondOpinion(t)
	random := rand.New(rand.NewPCG(*opinionSeed, 0))
	for range *opinionCases {
		text := randomMacros(random)
		ours := ourTokens(text)
		if strings.Contains(ours.message, "pasting formed") {
			continue // undefined in C; cc takes any text for a token
		}
		s.compareTokens(ours, text)
	}
	s.finish(*opinionCases)
}

// restrictions are messages about what OpenCL C forbids and C allows.
var restrictions = []string{
	"recursi", "must reside in constant", "long long", "variable length", "bit-field", "function pointer",
	"pointer to a function", "variadic",
}

// TestSecondOpinionOnAcceptance damages C units that are OpenCL C as well, a token or two at a time, and compares
// whether the result is accepted.
func TestSecondOpinionOnAcceptance(t *testing.T) {
	files, err := filepath.Glob("testdata/c/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no units", err)
	}
	s := newSecondOpinion(t)
	random := rand.New(rand.NewPCG(*opinionSeed, 1))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s.compareAcceptance(string(text))
		for range *opinionCases / len(files) {
			s.compareAcceptance(damage(random, splitTokens(string(text))))
		}
	}
	s.finish(*opinionCases)
}

// compareAcceptance reports a text that one of us and cc accepts and the other does not, if gcc sides with cc. Text
// that gcc accepts with a warning may be accepted or not.
func (s *secondOpinion) compareAcceptance(text string) {
	s.t.Helper()
	o, err := ParseOptions("-w")
	if err != nil {
		s.t.Fatal(err)
	}
	list := &diag.List{}
	front([]byte(text), nil, o, list)
	log := ""
	if list.HasErrors() {
		log = list.Render()
	}
	theirs, ok := s.ask(question{Text: text, Check: true})
	switch {
	case !ok:
		return
	case theirs.Accepted == (log == ""):
		s.agreed++
		return
	case log != "" && slices.ContainsFunc(restrictions, func(r string) bool { return strings.Contains(log, r) }):
		return
	}
	flags := []string{"-fsyntax-only", "-w"}
	if log != "" {
		flags = []string{"-fsyntax-only", "-pedantic-errors"}
	}
	_, message := gcc(text, flags...)
	if log == "" && strings.Contains(message, "error: duplicate") {
		return // a warning here, as in clang
	}
	if (message == "") != (log == "") {
		s.t.Errorf("%s\nours: %s\n  cc: %s\n gcc: %s", text, log, theirs.Message, message)
	}
}
