/*
 * OpenMM on its OpenCL platform or, with the argument "own", on its CPU platform: three systems of our own making, a fluid
 * of Lennard-Jones particles with a cutoff, a box of rigid water with particle mesh Ewald, and chains in an implicit
 * solvent. Prints a line for each: its name and the least time of a step in nanoseconds. Energy and forces are compared
 * with the Reference platform's, which computes in doubles.
 */
#include <OpenMM.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

using namespace OpenMM;

static const double seconds = 2, time_step = 0.001, temperature = 300;
static const char *const plugins = "/usr/lib/x86_64-linux-gnu/openmm/plugins";

struct Model {
	System system;
	std::vector<Vec3> positions;
};

static double random_below(double limit) {
	static unsigned seed = 2463534242u;
	seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
	return seed / 4294967296.0 * limit;
}

static Vec3 near(double x, double y, double z, double distance) {
	return Vec3(x + random_below(distance), y + random_below(distance), z + random_below(distance));
}

static void set_box(Model &model, double edge) {
	model.system.setDefaultPeriodicBoxVectors(Vec3(edge, 0, 0), Vec3(0, edge, 0), Vec3(0, 0, edge));
}

// Liquid argon: side^3 atoms.
static void fill_fluid(Model &model) {
	const int side = 20;
	const double spacing = 0.36;
	auto force = new NonbondedForce();
	for (int i = 0; i < side * side * side; i++) {
		model.system.addParticle(39.95);
		force->addParticle(0, 0.34, 0.997);
		model.positions.push_back(near(i % side * spacing, i / side % side * spacing, i / side / side * spacing, 0.04));
	}
	set_box(model, side * spacing);
	force->setNonbondedMethod(NonbondedForce::CutoffPeriodic);
	force->setCutoffDistance(1.0);
	model.system.addForce(force);
}

static void add_water(Model &model, NonbondedForce &force, Vec3 oxygen) {
	const double bond = 0.09572, half_angle = 104.52 / 2 * M_PI / 180, base = 2 * bond * sin(half_angle);
	int first = model.system.addParticle(15.999);
	model.system.addParticle(1.008);
	model.system.addParticle(1.008);
	model.system.addConstraint(first, first + 1, bond);
	model.system.addConstraint(first, first + 2, bond);
	model.system.addConstraint(first + 1, first + 2, base);
	force.addParticle(-0.834, 0.315075, 0.635968);
	force.addParticle(0.417, 1, 0);
	force.addParticle(0.417, 1, 0);
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < a; b++)
			force.addException(first + a, first + b, 0, 1, 0);
	double angle = random_below(2 * M_PI);
	Vec3 along(cos(angle), sin(angle), 0), across(0, 0, 1);
	model.positions.push_back(oxygen);
	model.positions.push_back(oxygen + along * bond * cos(half_angle) + across * base / 2);
	model.positions.push_back(oxygen + along * bond * cos(half_angle) - across * base / 2);
}

// side^3 molecules of TIP3P water.
static void fill_water(Model &model) {
	const int side = 14;
	const double spacing = 0.3107;
	auto force = new NonbondedForce();
	for (int i = 0; i < side * side * side; i++)
		add_water(model, *force, near(i % side * spacing, i / side % side * spacing, i / side / side * spacing, 0.02));
	set_box(model, side * spacing);
	force->setNonbondedMethod(NonbondedForce::PME);
	force->setCutoffDistance(0.9);
	model.system.addForce(force);
}

// Chains of atoms, each folded to a block of side^3, in a solvent by the model of Onufriev, Bashford and Case.
static void fill_chains(Model &model) {
	const int side = 12;
	const double bond = 0.2;
	auto pairs = new NonbondedForce();
	auto bonds = new HarmonicBondForce();
	auto torsions = new PeriodicTorsionForce();
	auto solvent = new GBSAOBCForce();
	std::vector<std::pair<int, int>> exclusions;
	for (int i = 0; i < side * side * side; i++) {
		int x = i % side, y = i / side % side, z = i / side / side;
		x = y % 2 ? side - 1 - x : x, y = z % 2 ? side - 1 - y : y;
		double charge = i % 2 ? 0.3 : -0.3;
		model.system.addParticle(12);
		model.positions.push_back(near(x * bond, y * bond, z * bond, 0.02));
		pairs->addParticle(charge, 0.17, 0.4);
		solvent->addParticle(charge, 0.15, 0.8);
		if (i % side == 0)
			continue;
		bonds->addBond(i - 1, i, bond, 200000);
		exclusions.push_back({i - 1, i});
		if (i % side > 2)
			torsions->addTorsion(i - 3, i - 2, i - 1, i, 3, 0.5, 2);
	}
	pairs->createExceptionsFromBonds(exclusions, 0.8, 0.5);
	for (Force *force : std::vector<Force *>{pairs, bonds, torsions, solvent})
		model.system.addForce(force);
}

static const struct {
	const char *name;
	void (*fill)(Model &);
} cases[] = {{"lennard_jones_8000", fill_fluid}, {"water_pme_8232", fill_water}, {"implicit_solvent_1728", fill_chains}};

// Simulation is a system on a platform, with what it needs to step.
struct Simulation {
	VerletIntegrator integrator;
	Context context;
	Simulation(Model &model, const char *platform, std::map<std::string, std::string> properties)
		: integrator(time_step), context(model.system, integrator, Platform::getPlatformByName(platform), properties) {
		context.setPositions(model.positions);
	}
	State state() { return context.getState(State::Forces | State::Energy); }
};

static void check(const State &got, const State &want) {
	double error = 0, size = 0;
	for (size_t i = 0; i < want.getForces().size(); i++) {
		Vec3 difference = got.getForces()[i] - want.getForces()[i];
		error += difference.dot(difference), size += want.getForces()[i].dot(want.getForces()[i]);
	}
	double energy = fabs(got.getPotentialEnergy() / want.getPotentialEnergy() - 1), forces = sqrt(error / size);
	if (energy < 1e-3 && forces < 1e-3)
		return;
	throw OpenMMException("energy differs by " + std::to_string(energy) + ", forces by " + std::to_string(forces));
}

static double now() {
	return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The least time of a step of several blocks, from positions that have come to rest a little.
static double time_of_step(Simulation &simulation) {
	const int block = 20;
	simulation.context.setVelocitiesToTemperature(temperature, 1);
	simulation.integrator.step(block);
	double best = 1e300, end = now() + seconds * 1e9;
	while (now() < end) {
		double begin = now();
		simulation.integrator.step(block);
		simulation.context.getState(State::Energy);
		best = std::min(best, (now() - begin) / block);
	}
	if (!std::isfinite(simulation.state().getPotentialEnergy()))
		throw OpenMMException("the energy is no number after some steps");
	return best;
}

static double measure(void (*fill)(Model &), bool own) {
	Model model;
	fill(model);
	Simulation reference(model, "Reference", {});
	if (model.system.usesPeriodicBoundaryConditions())
		LocalEnergyMinimizer::minimize(reference.context, 100, 5);
	model.positions = reference.context.getState(State::Positions).getPositions();
	Simulation simulation(model, own ? "CPU" : "OpenCL", {});
	check(simulation.state(), reference.state());
	return time_of_step(simulation);
}

int main(int count, char **arguments) {
	Platform::loadPluginsFromDirectory(plugins);
	for (auto &c : cases) {
		try {
			printf("%s %.0f\n", c.name, measure(c.fill, count > 1 && !strcmp(arguments[1], "own")));
		} catch (const std::exception &problem) {
			printf("error %s: %s\n", c.name, problem.what());
		}
		fflush(stdout);
	}
}
