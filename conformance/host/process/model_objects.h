// The steps of model.c on objects other than buffers, and the cheap ones: queries and calls that are wrong.
#ifndef HEDDLE_MODEL_OBJECTS_H
#define HEDDLE_MODEL_OBJECTS_H

// answers has a query give a value, which must have the size of what is expected.
#define answers(query, object, name, type, wanted) \
	do { \
		type answer_ = (type)0; \
		size_t size_ = 0; \
		must(query(object, name, sizeof answer_, &answer_, &size_), CL_SUCCESS); \
		must(answer_, wanted); \
		must(size_, sizeof answer_); \
	} while (0)

static void ask_buffer(struct model *m, struct object *o) {
	size_t size;
	if (!o->buffer) {
		must(clGetMemObjectInfo(o->buffer, CL_MEM_SIZE, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
		return;
	}
	switch (below(m, 8)) {
	case 0: answers(clGetMemObjectInfo, o->buffer, CL_MEM_SIZE, size_t, BYTES); break;
	case 1: answers(clGetMemObjectInfo, o->buffer, CL_MEM_TYPE, cl_mem_object_type, CL_MEM_OBJECT_BUFFER); break;
	case 2: answers(clGetMemObjectInfo, o->buffer, CL_MEM_CONTEXT, cl_context, context); break;
	case 3: answers(clGetMemObjectInfo, o->buffer, CL_MEM_OFFSET, size_t, 0); break;
	case 4: answers(clGetMemObjectInfo, o->buffer, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem, NULL); break;
	case 5: answers(clGetMemObjectInfo, o->buffer, CL_MEM_HOST_PTR, void *, NULL); break;
	case 6: must(clGetMemObjectInfo(o->buffer, CL_MEM_SIZE, sizeof size - 1, &size, NULL), CL_INVALID_VALUE); break;
	case 7: must(clGetMemObjectInfo(o->buffer, 0x1100 + below(m, 4) * 0x40 + 0x20, 8, &size, NULL), CL_INVALID_VALUE); break;
	}
}

static void ask_queue(struct model *m) {
	switch (below(m, 4)) {
	case 0: answers(clGetCommandQueueInfo, m->queue, CL_QUEUE_CONTEXT, cl_context, context); break;
	case 1: answers(clGetCommandQueueInfo, m->queue, CL_QUEUE_DEVICE, cl_device_id, device); break;
	case 2: answers(clGetCommandQueueInfo, m->queue, CL_QUEUE_PROPERTIES, cl_command_queue_properties, 0); break;
	case 3: answers(clGetCommandQueueInfo, m->queue, CL_QUEUE_REFERENCE_COUNT, cl_uint, m->queue_references); break;
	}
}

static void ask_kernel(struct model *m) {
	char name[8] = "";
	switch (below(m, 5)) {
	case 0: answers(clGetKernelInfo, m->kernel, CL_KERNEL_NUM_ARGS, cl_uint, 2); break;
	case 1: answers(clGetKernelInfo, m->kernel, CL_KERNEL_PROGRAM, cl_program, program); break;
	case 2: answers(clGetKernelInfo, m->kernel, CL_KERNEL_REFERENCE_COUNT, cl_uint, 1); break;
	case 3:
		must(clGetKernelInfo(m->kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL), CL_SUCCESS);
		must(strcmp(name, "add"), 0);
		break;
	case 4: must(clGetKernelInfo(m->kernel, CL_KERNEL_FUNCTION_NAME, 3, name, NULL), CL_INVALID_VALUE); break;
	}
}

static void release_sampler(struct model *m, struct sampler *s) {
	must(clReleaseSampler(s->sampler), s->sampler ? CL_SUCCESS : CL_INVALID_SAMPLER);
	if (s->sampler && --s->references == 0) s->sampler = NULL;
}

static void create_sampler(struct model *m, struct sampler *s) {
	cl_int status;
	s->addressing = CL_ADDRESS_NONE + below(m, 6); // the last one does not exist
	int is_right = s->addressing <= CL_ADDRESS_MIRRORED_REPEAT;
	s->sampler = clCreateSampler(context, CL_TRUE, s->addressing, CL_FILTER_NEAREST, &status);
	m->calls++;
	must(status, is_right ? CL_SUCCESS : CL_INVALID_VALUE);
	must(s->sampler != NULL, is_right);
	s->references = 1;
}

static void use_sampler(struct model *m) {
	struct sampler *s = &m->samplers[below(m, SAMPLERS)];
	cl_int there = s->sampler ? CL_SUCCESS : CL_INVALID_SAMPLER;
	switch (below(m, 4)) {
	case 0:
		if (!s->sampler) create_sampler(m, s);
		break;
	case 1:
		must(clRetainSampler(s->sampler), there);
		s->references += s->sampler != NULL;
		break;
	case 2: release_sampler(m, s); break;
	case 3:
		if (!s->sampler) break;
		answers(clGetSamplerInfo, s->sampler, CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode, s->addressing);
		answers(clGetSamplerInfo, s->sampler, CL_SAMPLER_REFERENCE_COUNT, cl_uint, s->references);
	}
}

static void release_gate(struct model *m, struct gate *g) {
	must(clReleaseEvent(g->event), g->event ? CL_SUCCESS : CL_INVALID_EVENT);
	if (g->event && --g->references == 0) g->event = NULL;
}

static void create_gate(struct model *m, struct gate *g) {
	cl_int status;
	g->event = clCreateUserEvent(context, &status);
	m->calls++;
	must(status, CL_SUCCESS);
	g->references = 1;
	g->status = CL_SUBMITTED;
}

// set_gate sets the status of a user event, which is right once, and to CL_COMPLETE or an error.
static void set_gate(struct model *m, struct gate *g) {
	cl_int to = (cl_int)below(m, 4) - 2, wanted = CL_SUCCESS;
	if (!g->event) wanted = CL_INVALID_EVENT;
	else if (to > 0) wanted = CL_INVALID_VALUE;
	else if (g->status != CL_SUBMITTED) wanted = CL_INVALID_OPERATION;
	must(clSetUserEventStatus(g->event, to), wanted);
	if (wanted == CL_SUCCESS) g->status = to;
}

static void use_gate(struct model *m) {
	struct gate *g = &m->gates[below(m, GATES)];
	switch (below(m, 5)) {
	case 0:
		if (!g->event) create_gate(m, g);
		break;
	case 1:
		must(clRetainEvent(g->event), g->event ? CL_SUCCESS : CL_INVALID_EVENT);
		g->references += g->event != NULL;
		break;
	case 2: release_gate(m, g); break;
	case 3: set_gate(m, g); break;
	case 4:
		if (!g->event) break;
		answers(clGetEventInfo, g->event, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, g->status);
		answers(clGetEventInfo, g->event, CL_EVENT_REFERENCE_COUNT, cl_uint, g->references);
		answers(clGetEventInfo, g->event, CL_EVENT_COMMAND_TYPE, cl_command_type, CL_COMMAND_USER);
	}
}

// set_argument sets the second argument, by right and wrong sizes and indices.
static void set_argument(struct model *m) {
	unsigned char value = below(m, 256);
	cl_uint index = 1 + below(m, 3);
	size_t size = below(m, 3);
	cl_int wanted = index > 1 ? CL_INVALID_ARG_INDEX : size != 1 ? CL_INVALID_ARG_SIZE : CL_SUCCESS;
	must(clSetKernelArg(m->kernel, index, size, &value), wanted);
}

// use_shared fills and copies shared memory.
static void use_shared(struct model *m) {
	unsigned char value = below(m, 256);
	size_t size = 64 + below(m, BYTES);
	unsigned char *at = clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0);
	m->calls += 2; // with the one that frees it
	must(at != NULL, 1);
	if (!at) return;
	memset(at, value, size);
	must(clEnqueueSVMMemFill(m->queue, at + 8, "\1\2\3\4", 4, 8, 0, NULL, NULL), CL_SUCCESS);
	must(clEnqueueSVMMemcpy(m->queue, CL_TRUE, at + 32, at + 8, 8, 0, NULL, NULL), CL_SUCCESS);
	must(clEnqueueSVMMemcpy(m->queue, CL_TRUE, at + 9, at + 8, 8, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
	must(memcmp(at + 32, "\1\2\3\4\1\2\3\4", 8), 0);
	must(at[size - 1], value);
	clSVMFree(context, at);
}

// be_wrong makes calls that no state makes right.
static void be_wrong(struct model *m) {
	size_t one = 1;
	switch (below(m, 8)) {
	case 0: must(clRetainContext((cl_context)m->queue), CL_INVALID_CONTEXT); break;
	case 1: must(clFinish((cl_command_queue)m->kernel), CL_INVALID_COMMAND_QUEUE); break;
	case 2: must(clWaitForEvents(0, NULL), CL_INVALID_VALUE); break;
	case 3: must(clGetPlatformInfo(platform, 1, 8, &one, NULL), CL_INVALID_VALUE); break;
	case 4: must(clGetDeviceInfo(device, 1, 8, &one, NULL), CL_INVALID_VALUE); break;
	case 5: must(clSetKernelArg((cl_kernel)context, 0, 8, &one), CL_INVALID_KERNEL); break;
	case 6: must(clEnqueueMarkerWithWaitList(m->queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST); break;
	case 7: must(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, 1, &one, NULL), CL_INVALID_VALUE); break;
	}
}

// rectangle writes a rectangle of a buffer of 16 rows of 32 bytes.
static void rectangle(struct model *m, struct object *o) {
	enum { PITCH = 32, ROWS = BYTES / PITCH };
	unsigned char from[BYTES];
	size_t to[3] = {below(m, PITCH), below(m, ROWS), 0}, zero[3] = {0};
	size_t region[3] = {1 + below(m, PITCH - to[0]), 1 + below(m, ROWS), below(m, 9) != 0};
	cl_int wanted = CL_SUCCESS;
	if (!o->buffer) wanted = CL_INVALID_MEM_OBJECT;
	else if (!region[2] || to[1] + region[1] > ROWS) wanted = CL_INVALID_VALUE;
	for (int i = 0; i < BYTES; i++) from[i] = (unsigned char)(m->state >> 8) + i;
	must(clEnqueueWriteBufferRect(m->queue, o->buffer, CL_TRUE, to, zero, region, PITCH, 0, PITCH, 0, from, 0, NULL, NULL), wanted);
	for (size_t row = 0; wanted == CL_SUCCESS && row < region[1]; row++)
		memcpy(o->bytes + (to[1] + row) * PITCH + to[0], from + row * PITCH, region[0]);
}

#endif
